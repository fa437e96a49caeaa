/* tables.js: the JSON of a result as tables: what an object says in two columns, lists of objects with a column for each key, and
 * what lies deeper in folds. */
import { columnsOf, isObject, isRows, isScalar, isShortList, named, numberOf, rowName, said } from './values.js';

/* Longer lists are cut. */
const MOST_ROWS = 500;
/* Lists of so many objects have a fold for each. */
const MOST_FOLDS = 12;

export function element(name, attributes = {}, ...children) {
	const e = document.createElement(name);

	for (const [key, value] of Object.entries(attributes))
		if (key.startsWith('on'))
			e.addEventListener(key.slice(2), value);
		else
			e.setAttribute(key, value);
	e.append(...children);
	return e;
}

const exact = v => JSON.stringify(v ?? null);

function facts(entries) {
	return element('table', { class: 'facts' }, element('tbody', {}, ...entries.map(([key, v]) =>
		element('tr', {}, element('th', { scope: 'row' }, named(key)), element('td', { 'data-key': key, 'data-value': exact(v) }, said(v) || 'none')))));
}

/* Its content is made when it is first opened: there may be many. */
export function fold(title, make, open = false) {
	const body = element('div'), details = element('details', {}, element('summary', {}, title), body);
	let made = false;
	const fill = () => {
		if (!made)
			body.append(make());
		made = true;
	};

	details.addEventListener('toggle', () => details.open && fill());
	details.fill = fill;
	if (open) {
		fill();
		details.open = true;
	}
	return details;
}

const cutNote = (shown, all, what) => element('p', { class: 'soft' }, `The first ${shown} of ${all} ${what}; the JSON in this file has all.`);

/* Rows in order of a column; what has no value comes last. */
function sorted(rows, column, descending) {
	const key = row => column.number ? numberOf(column.of(row)) : said(column.of(row));
	const lacks = k => column.number ? Number.isNaN(k) : k === '';
	const compare = (a, b) => column.number ? a - b : a.localeCompare(b, 'en', { numeric: true });

	return rows.slice().sort((one, other) => {
		const a = key(one), b = key(other);

		return lacks(a) || lacks(b) ? lacks(a) - lacks(b) : descending ? compare(b, a) : compare(a, b);
	});
}

/* A list of objects. choose(row, name) is called for the one that is clicked. */
export function rowsTable(rows, title, choose) {
	const { columns } = columnsOf(rows), body = element('tbody'), heads = [];
	const cell = (row, column, i) => {
		const text = said(column.of(row)), name = rowName(row, rows.indexOf(row));

		return element('td', { class: column.number ? 'number' : '', 'data-key': column.key, 'data-value': exact(column.of(row)) },
			i === 0 && choose ? element('button', { type: 'button', onclick: event => { event.stopPropagation(); choose(row, name); } }, text || name) : text);
	};
	const fill = list => body.replaceChildren(...list.slice(0, MOST_ROWS).map(row => {
		const tr = element('tr', choose ? { class: 'row', onclick: () => choose(row, rowName(row, rows.indexOf(row))) } : {}, ...columns.map((column, i) => cell(row, column, i)));

		tr.row = row;
		return tr;
	}));
	const sortBy = (column, th) => {
		const descending = th.getAttribute('aria-sort') === 'ascending';

		heads.forEach(head => head.removeAttribute('aria-sort'));
		th.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
		fill(sorted(rows, column, descending));
	};

	for (const column of columns) {
		const th = element('th', { scope: 'col', class: column.number ? 'number' : '', 'data-key': column.key });

		th.append(element('button', { type: 'button', onclick: () => sortBy(column, th) }, named(column.key)));
		heads.push(th);
	}
	fill(rows);
	const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
	const whole = element('div', {}, element('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': title }, table));

	if (rows.length > MOST_ROWS)
		whole.append(cutNote(MOST_ROWS, rows.length, 'rows'));
	return whole;
}

/* A list of something else: a line each. */
function listing(list) {
	const whole = element('div', {}, element('pre', { tabindex: '0' }, list.slice(0, MOST_ROWS).map(v => JSON.stringify(v)).join('\n')));

	if (list.length > MOST_ROWS)
		whole.append(cutNote(MOST_ROWS, list.length, 'entries'));
	return whole;
}

function rowsWithParts(rows, title, choose) {
	const whole = rowsTable(rows, title, choose), { rest } = columnsOf(rows);

	if (rest.length > 0 && rows.length <= MOST_FOLDS)
		rows.forEach((row, i) => whole.append(fold(`${title}: ${rowName(row, i)}`,
			() => render(Object.fromEntries(rest.filter(key => key in row).map(key => [key, row[key]])), title, choose), rows.length === 1)));
	return whole;
}

/* Anything. Folds on top are open. */
export function render(v, title, choose, top = false) {
	if (isRows(v))
		return rowsWithParts(v, title, choose);
	if (Array.isArray(v))
		return listing(v);
	if (!isObject(v) || isScalar(v))
		return element('p', {}, said(v));
	const entries = Object.entries(v), short = entries.filter(([, e]) => isScalar(e) || isShortList(e)), whole = element('div');

	if (short.length > 0)
		whole.append(facts(short));
	for (const [key, e] of entries)
		if (!isScalar(e) && !isShortList(e)) {
			const count = Array.isArray(e) ? ` (${e.length})` : '';

			whole.append(fold(named(key) + count, () => render(e, named(key), choose), top && isRows(e)));
		}
	return whole;
}
