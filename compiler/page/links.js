/* links.js: the links of the network by what they carry: their colours in the drawing, or in rows of cells, their table, and what is
 * under the pointer. */
import { $, grouped3, plural } from './dom.js';
import { svgElement } from './charts.js';
import { carriedIn, lossesOf, WINDOW } from './trails.js';

/* Links of the table; recolourings in a second, at most. */
const MOST_LINKS = 400, RECOLOURS = 8;

export function makeLinks(run, svg, place, ramp, redden) {
	const t = run.trails, element = svg && place.partsOf ? t.link.map(link => elementOf(link)) : null;
	const node = svg && place.nodes ? new Map([...svg.querySelectorAll('[data-node]')].map(e => [e.dataset.node, e.firstElementChild])) : new Map();
	const all = carriedIn(t, 0, t.steps - 1), most = Math.max(1, ...all.lost);
	/* Paths over a drawing that shows something else at these places, such as comparators: they show with their colours only. */
	const over = Boolean(element) && element.every(e => e.classList.contains('via')) && t.loses === false && !t.stores && !run.meta.counted;
	let painted = '', paintedAt = 0, shades = null, version = 0;

	/* The drawing's own element, or a path where the drawing has no name for the link. */
	function elementOf(link) {
		const own = svg.querySelector(`[data-link="${link.name}"]`);

		if (own)
			return own.tagName === 'g' ? own.querySelector('path') ?? own : own;
		const path = svgElement('path', { class: 'via', 'data-link': link.name,
			d: place.partsOf(link.from, link.to).map(part => part.map(([x, y], k) => `${k ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')).join('') });

		svg.querySelector('[data-node]').before(path);
		return path;
	}

	/* Of each link 0 to 1 of what the view shows, or null. */
	function sharesOf(view, sums, steps) {
		if (view === 'plain')
			return t.link.map(() => null);
		return t.link.map((link, k) => view === 'lost' ? sums.lost[k] / most : Math.min(1, sums.carried[k] / (link.wires * steps)));
	}

	/* Words lost at each vertex, of those tried there. */
	function nodeShares(sums) {
		const lost = new Map(), came = new Map();

		t.link.forEach((link, k) => {
			lost.set(link.to, (lost.get(link.to) ?? 0) + sums.lost[k]);
			came.set(link.to, (came.get(link.to) ?? 0) + sums.carried[k]);
		});
		return name => came.get(name) ? lost.get(name) / came.get(name) : 0;
	}

	if (over)
		$('links').value = 'plain';
	return {
		/* Colours links and vertices for a step, unless they were coloured a moment ago. */
		paint(view, step, theme, playing) {
			const key = `${view} ${view === 'now' ? step : ''} ${theme}`;

			if (key === painted || (playing && performance.now() - paintedAt < 1000 / RECOLOURS))
				return;
			painted = key;
			paintedAt = performance.now();
			const from = Math.max(0, step - WINDOW + 1), sums = view === 'now' ? carriedIn(t, from, step) : all;

			shades = sharesOf(view, sums, view === 'now' ? Math.max(1, step - from + 1) : t.steps).map(share => share === null ? null : ramp(share));
			version++;
			if (!element)
				return;
			element.forEach((e, k) => {
				e.style.stroke = shades[k] ?? '';
				e.style.opacity = shades[k] ? 1 : over ? 0 : '';
			});
			const share = nodeShares(sums);

			for (const [name, shape] of node)
				if (shape.classList.contains('node'))
					shape.style.fill = view === 'plain' || !share(name) ? '' : redden(Math.min(1, share(name)));
		},
		/* The cells of rows. */
		drawCells(pen, soft) {
			for (const row of place.strips.rows) {
				pen.fillStyle = soft;
				pen.textAlign = 'left';
				pen.fillText(`${place.strips.rows.every(r => r.up) ? '' : row.up ? 'up, ' : row.levels[0] === row.levels[1] ? 'across, ' : 'down, '}level ${row.levels[0]} to ${row.levels[1]}`, row.left, row.y - 8);
				row.links.forEach(({ link }, k) => {
					pen.fillStyle = shades?.[link.id] ?? soft;
					pen.fillRect(row.left + k * row.width, row.y - 5, Math.max(0.5, row.width - (row.width > 3 ? 1 : 0)), 10);
				});
			}
		},
		/* Changes with the colours. */
		get version() {
			return version;
		},
		mark(name, kind) {
			svg?.querySelector(`[data-${kind}="${name}"]`)?.classList.add('on');
		},
		/* The link or vertex at a point of the screen, or null. */
		at(x, y) {
			for (const [dx, dy] of [[0, 0], [-3, 0], [3, 0], [0, -3], [0, 3]])
				for (const e of document.elementsFromPoint(x + dx, y + dy)) {
					const part = e.closest('#stage [data-link], #stage [data-node]:not([data-leaf])');

					if (part)
						return part.dataset.link ? (t.byName.has(part.dataset.link) ? { link: part.dataset.link } : null) : { node: part.dataset.node };
				}
			return null;
		},
		cellAt(x, y) {
			for (const row of place.strips?.rows ?? [])
				if (Math.abs(y - row.y) <= 6) {
					const hit = row.links[Math.floor((x - row.left) / row.width)];

					return hit ? { link: hit.link.name } : null;
				}
			return null;
		},
		table() {
			const order = t.link.map((_, k) => k).sort((a, b) => all.lost[b] - all.lost[a] || all.carried[b] - all.carried[a]).slice(0, MOST_LINKS);

			return `<table><caption class="soft">${grouped3(t.link.length)} links that carry words in the first ${plural(t.steps, t.unit)}${t.link.length > MOST_LINKS ? `; the ${MOST_LINKS} behind which most are lost` : ''}</caption><thead><tr><th>link</th><th>words at a time</th><th>carried</th><th>use</th>${run.meta.counted ? '' : `<th>${t.aside.length ? 'sidetracked' : 'lost or refused'} behind it</th>`}</tr></thead><tbody>`
				+ order.map(k => `<tr><td><a href="#link=${encodeURIComponent(t.link[k].name)}">${t.link[k].name}</a></td><td>${t.link[k].wires}</td><td>${all.carried[k]}</td><td>${(100 * all.carried[k] / (t.link[k].wires * t.steps)).toFixed(1)} %</td>${run.meta.counted ? '' : `<td>${all.lost[k]}</td>`}</tr>`).join('') + '</tbody></table>';
		},
		/* The words of which a try passes the link, or ends at the vertex. */
		wordsOf(what) {
			const words = new Set(), strangers = new Set(), id = what.link ? t.byName.get(what.link)?.id : -1;

			for (let i = 0; i < t.count; i++) {
				const hit = what.link ? t.hopLink.subarray(t.first[i], t.first[i + 1]).includes(id) : lossesOf(t, i).some(k => t.link[t.hopLink[k]].to === what.node);

				if (hit)
					(t.word[i] >= 0 ? words : strangers).add(t.word[i] >= 0 ? t.word[i] : i);
			}
			return { words, strangers };
		},
		sums: all,
	};
}
