/* sprites.js: pictures of words and of crosses, each drawn once and then copied. */
import { isDark } from './theme.js';

export const FONT = "'DejaVu Sans', Verdana, sans-serif";

const MOST_SPRITES = 4096, RIM = 1.4;

export function makeSprites(stage, colours) {
	const kept = new Map();

	/* A square whose middle is m; paint(pen, m) draws it. */
	function sprite(name, half, paint) {
		const key = `${name} ${isDark()} ${stage.scale}`;

		if (kept.has(key))
			return kept.get(key);
		const picture = document.createElement('canvas'), pen = picture.getContext('2d');

		picture.width = picture.height = Math.max(1, Math.ceil(2 * half * stage.scale));
		pen.scale(stage.scale, stage.scale);
		paint(pen, picture.width / stage.scale / 2);
		if (kept.size > MOST_SPRITES)
			kept.clear();
		kept.set(key, picture);
		return picture;
	}

	/* With a rim in the colour of the ground. */
	function paintWord(pen, m, colour, label) {
		for (const [r, fill] of [[stage.radius + (stage.small ? 0 : RIM), colours.named.ground], [stage.radius, colour]]) {
			pen.beginPath();
			pen.arc(m, m, r, 0, 7);
			pen.fillStyle = fill;
			pen.fill();
		}
		pen.fillStyle = isDark() ? '#10151b' : '#ffffff';
		pen.font = `bold ${(stage.radius * (label.length > 2 ? 0.85 : 1.15)).toFixed(1)}px ${FONT}`;
		pen.textAlign = 'center';
		pen.fillText(label, m, m + stage.radius * 0.42);
	}

	function paintCross(pen, m, r) {
		pen.strokeStyle = colours.named.lost;
		pen.lineWidth = stage.small ? 1.2 : 2.4;
		pen.beginPath();
		pen.moveTo(m - r, m - r);
		pen.lineTo(m + r, m + r);
		pen.moveTo(m + r, m - r);
		pen.lineTo(m - r, m + r);
		pen.stroke();
	}

	function copy(x, y, picture) {
		const side = picture.width / Math.max(stage.scale, 1e-6);

		stage.pen.drawImage(picture, x - side / 2, y - side / 2, side, side);
	}

	return {
		word(x, y, colour, label) {
			copy(x, y, sprite(`${colour} ${label}`, stage.radius + (stage.small ? 0 : RIM) + 1, (pen, m) => paintWord(pen, m, colour, label)));
		},
		/* A try that others have stopped. */
		cross(x, y) {
			const r = stage.small ? 3 : stage.radius * 0.8;

			copy(x, y, sprite('cross', r + 2, (pen, m) => paintCross(pen, m, r)));
		},
	};
}
