/* save.js: the picture of a moment as a file: for papers. */

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'];

/* A copy of the drawing that needs no style sheet. */
function plainCopy(svg) {
	const copy = svg.cloneNode(true), shown = [svg, ...svg.querySelectorAll('*')], parts = [copy, ...copy.querySelectorAll('*')];

	shown.forEach((element, k) => {
		const style = getComputedStyle(element), part = parts[k];

		part.removeAttribute('style');
		for (const name of ['class', 'tabindex', 'role', 'aria-label'])
			part.removeAttribute(name);
		if (element.tagName !== 'g' && element !== svg)
			for (const name of KEPT)
				if (style.getPropertyValue(name))
					part.setAttribute(name, style.getPropertyValue(name));
	});
	copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
	copy.setAttribute('width', svg.viewBox.baseVal.width);
	copy.setAttribute('height', svg.viewBox.baseVal.height);
	return copy;
}

/* The text of the file. */
export const drawingText = svg => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(plainCopy(svg))}\n`;

/* Of canvases that lie on each other, on this ground. */
export function imageOf(canvases, ground) {
	const whole = document.createElement('canvas'), pen = whole.getContext('2d');

	whole.width = canvases[0].width;
	whole.height = canvases[0].height;
	pen.fillStyle = ground;
	pen.fillRect(0, 0, whole.width, whole.height);
	canvases.forEach(c => pen.drawImage(c, 0, 0));
	return new Promise(done => whole.toBlob(done));
}

export function saveFile(name, blob) {
	const link = document.createElement('a');

	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
