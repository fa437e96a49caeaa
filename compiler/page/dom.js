/* dom.js: what all modules of a page need of its elements and texts. */

export const $ = id => document.getElementById(id);

/* 12 345 */
export const grouped3 = n => String(n).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, '\u202f');

export const html = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/* "tries", "batches", "slots" */
export const many = word => word.endsWith('y') ? `${word.slice(0, -1)}ies` : word.endsWith('ch') ? `${word}es` : `${word}s`;

/* "1 try", "12 tries" */
export const plural = (n, word) => `${grouped3(n)} ${n === 1 ? word : many(word)}`;
