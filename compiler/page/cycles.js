/* cycles.js: a schedule that one steps through, cycle by cycle. */
import { matrix } from './charts.js';
import { element } from './tables.js';

/* Of more leaves, some share a row. */
const MOST_GROUPS = 64, MOST_LISTED = 500;

/* schedule: what ftc schedule -o writes. Returns what stands in the card, with step(by). */
export function stepper(schedule) {
	const { leaves } = schedule.tree, each = Math.ceil(leaves / MOST_GROUPS), groups = Math.ceil(leaves / each), cycles = schedule.schedule;
	const name = g => each === 1 ? String(g) : `${g * each}+`, range = g => each === 1 ? `leaf ${g}` : `leaves ${g * each} to ${Math.min(leaves, (g + 1) * each) - 1}`;
	const slider = element('input', { type: 'range', min: 1, max: Math.max(1, cycles.length), value: 1, 'aria-label': 'Cycle' });
	const say = element('p', { id: 'cycle', 'aria-live': 'polite' }), stage = element('div', { id: 'cycleMatrix' }), list = element('pre', { tabindex: '0', 'aria-label': 'Messages of the cycle' });
	let count = new Map();
	const grid = matrix(groups, name, (i, j) => {
		const n = count.get(i * groups + j) ?? 0;

		return `${range(i)} to ${range(j)}: ${n} message${n === 1 ? '' : 's'}`;
	}, () => {});
	const show = () => {
		const cycle = +slider.value, messages = cycles[cycle - 1] ?? [];

		count = new Map();
		for (const [source, destination] of messages) {
			const pair = Math.floor(source / each) * groups + Math.floor(destination / each);

			count.set(pair, (count.get(pair) ?? 0) + 1);
		}
		say.textContent = `Cycle ${cycle} of ${cycles.length}: ${messages.length} of ${schedule.messages} messages`;
		grid.paint((i, j) => count.has(i * groups + j) ? 'var(--bar)' : null);
		grid.setAttribute('aria-label', `Messages of cycle ${cycle} by source and destination`);
		list.textContent = messages.slice(0, MOST_LISTED).map(([s, d]) => `${s} → ${d}`).join('\n') + (messages.length > MOST_LISTED ? `\n.. and ${messages.length - MOST_LISTED} more` : '');
	};
	const step = by => {
		slider.value = +slider.value + by;
		show();
	};

	slider.addEventListener('input', show);
	const button = (text, label, by) => element('button', { type: 'button', 'aria-label': label, onclick: () => step(by) }, text);
	stage.append(grid);
	const whole = element('div', {}, element('h2', {}, 'The schedule, cycle by cycle'),
		element('div', { class: 'choices' }, button('\u25c0', 'The cycle before', -1), button('\u25b6', 'The next cycle', 1), slider), say, element('div', { class: 'pairs' }, stage, list));

	if (schedule.local.length > 0)
		whole.append(element('p', { class: 'soft' }, `${schedule.local.length} messages stay at their leaf, in no cycle.`));
	whole.step = step;
	show();
	return whole;
}
