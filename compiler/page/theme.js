/* theme.js: light or dark: as the system has it, until a button, a key or the address says otherwise. */
import { $ } from './dom.js';

export const isDark = () => document.documentElement.dataset.theme === 'dark';

export function setTheme(dark) {
	document.documentElement.dataset.theme = dark ? 'dark' : 'light';
	$('theme').textContent = dark ? 'Light' : 'Dark';
}

/* By "#theme=dark"; where the address says nothing, what was, or at first what the system has. */
export function themeOfAddress() {
	const asked = new URLSearchParams(location.hash.slice(1)).get('theme');

	if (asked || !document.documentElement.dataset.theme)
		setTheme(asked ? asked === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
}
