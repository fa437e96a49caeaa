/* colours.js: the colours of words, links and nodes, in light and in dark. */
import { $ } from './dom.js';
import { isDark } from './theme.js';

const RAMPS = { light: [[225, 232, 240], [59, 130, 196], [20, 40, 90]], dark: [[38, 50, 62], [90, 169, 224], [255, 214, 102]] };
/* So many that neighbours look alike: what has one colour is drawn at once. */
const SHADES = 48;

export function makeColours(run) {
	const named = {}, trails = run.trails, by = $('hue');
	const colours = { named };

	/* A word of the log is its number there; a try of another word is -1 - its number among trails. */
	colours.sourceOf = i => i >= 0 ? run.source[i] : trails.source[-1 - i];
	colours.destinationOf = i => i >= 0 ? run.destination[i] : trails.destination[-1 - i];
	colours.word = i => {
		const hue = (by.value === 'source' ? colours.sourceOf(i) : colours.destinationOf(i)) * 360 / run.leaves;

		return `hsl(${hue.toFixed(0)} ${isDark() ? 75 : 68}% ${isDark() ? 70 : 38}%)`;
	};
	/* From pale to strong. */
	colours.ramp = share => {
		const ends = RAMPS[isDark() ? 'dark' : 'light'], even = Math.round(share * SHADES) / SHADES, k = even < 0.5 ? 0 : 1, f = 2 * even - k;

		return `rgb(${ends[k].map((c, n) => Math.round(c + (ends[k + 1][n] - c) * f)).join(',')})`;
	};
	/* A vertex that loses this share of its words. */
	colours.redden = share => {
		const [from, to] = ['node', 'lost'].map(name => [1, 3, 5].map(k => parseInt(named[name].slice(k, k + 2), 16)));

		return `rgb(${from.map((c, k) => Math.round(c + (to[k] - c) * share)).join(',')})`;
	};
	/* Reads those of the theme. */
	colours.read = () => {
		const style = getComputedStyle(document.documentElement);

		for (const name of ['ground', 'ink', 'soft', 'pick', 'line', 'node', 'nodeline', 'lost'])
			named[name] = style.getPropertyValue(`--${name}`).trim();
	};
	return colours;
}
