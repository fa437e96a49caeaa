/* values.js: what stands in the JSON of a result, by its form alone. A figure is a number, {value, measured} of ftc explore, or
 * {mean, half95} of several runs. */

export const isObject = v => v !== null && typeof v === 'object' && !Array.isArray(v);
const hasKeys = (v, keys) => isObject(v) && Object.keys(v).length === keys.length && keys.every(key => key in v);
const isEstimate = v => hasKeys(v, ['value', 'measured']);
export const isInterval = v => hasKeys(v, ['mean', 'half95']);

export const isScalar = v => v === null || typeof v !== 'object' || isEstimate(v) || isInterval(v);
export const isRows = v => Array.isArray(v) && v.length > 0 && v.every(row => isObject(row) && !isScalar(row));

const SHORT_LIST = 12;
const isList = v => Array.isArray(v) && v.every(e => e === null || typeof e !== 'object');
/* A list that fits a cell: [4, 4]. Of others a cell of a table has the beginning. */
export const isShortList = v => isList(v) && v.length <= SHORT_LIST;

/* A figure's number; NaN of what has none. */
export function numberOf(v) {
	const n = isEstimate(v) ? v.value : isInterval(v) ? v.mean : v;

	return typeof n === 'number' ? n : NaN;
}

const shortened = n => Number.isInteger(n) ? String(n) : String(Number(n.toPrecision(6)));

/* As a cell shows it; figures that are not counted or measured with ~. */
export function said(v) {
	if (v === null || v === undefined)
		return '';
	if (isEstimate(v))
		return v.value === null ? '' : `${v.measured ? '' : '~'}${shortened(v.value)}`;
	if (isInterval(v))
		return v.mean === null ? '' : shortened(v.mean) + (v.half95 === null ? '' : ` ± ${shortened(v.half95)}`);
	if (Array.isArray(v))
		return v.slice(0, SHORT_LIST).map(said).join(', ') + (v.length > SHORT_LIST ? ` .. (${v.length})` : '');
	return typeof v === 'number' ? shortened(v) : v === true ? 'yes' : v === false ? 'no' : String(v);
}

/* link_width -> link width */
export const named = key => key.replaceAll('_', ' ');

const plain = /^[A-Za-z][A-Za-z0-9._-]*$/, meaning = /^(true|false|null|yes|no|on|off|y|n)$/i;

function yamlOf(v) {
	if (Array.isArray(v))
		return `[${v.map(yamlOf).join(', ')}]`;
	return typeof v === 'string' && (!plain.test(v) || meaning.test(v)) ? JSON.stringify(v) : String(v);
}

/* A parameter file of the keys that a point has. */
export const parameterFile = keys => Object.entries(keys).map(([key, v]) => `${key}: ${yamlOf(v)}\n`).join('');

/* Groups of a few figures have a column each, "estimate.lut4", where all rows have the same. */
const MOST_PARTS = 12;

const partsOf = (rows, key) => {
	const parts = isObject(rows[0][key]) && !isScalar(rows[0][key]) ? Object.keys(rows[0][key]) : [];
	const alike = row => hasKeys(row[key], parts) && parts.every(part => isScalar(row[key][part]));

	return parts.length <= MOST_PARTS && rows.every(alike) ? parts : [];
};

/* Of groups of more, these figures that are not the same in all rows: a sweep's points. The rest is in folds. */
const differingParts = (rows, key) => {
	const parts = rows.every(row => isObject(row[key])) ? [...new Set(rows.flatMap(row => Object.keys(row[key])))] : [];
	const differs = part => rows.every(row => isScalar(row[key][part] ?? null)) && rows.some(row => said(row[key][part]) !== said(rows[0][key][part]));

	return parts.filter(differs).slice(0, MOST_PARTS);
};

/* The key that tells rows apart, or undefined. */
const nameKey = row => ['name', 'identification', 'pattern', 'level', 'load', 'cycle'].find(k => ['string', 'number'].includes(typeof row[k]));

/* Columns of a table of rows: { key, of(row), number }. What is in none, `rest` of them, has no cell. */
export function columnsOf(rows) {
	const keys = [...new Set(rows.flatMap(Object.keys))], columns = [], rest = [];

	for (const key of keys) {
		const parts = partsOf(rows, key);

		if (rows.every(row => row[key] === undefined || isScalar(row[key]) || isList(row[key])))
			columns.push({ key, of: row => row[key] });
		else if (parts.length > 0)
			parts.forEach(part => columns.push({ key: `${key}.${part}`, of: row => row[key][part] }));
		else {
			differingParts(rows, key).forEach(part => columns.push({ key: `${key}.${part}`, of: row => row[key][part] }));
			rest.push(key);
		}
	}
	for (const column of columns) {
		const known = rows.map(column.of).filter(v => v !== null && v !== undefined && said(v) !== '');

		column.number = known.length > 0 && known.every(v => !Number.isNaN(numberOf(v)));
	}
	const name = nameKey(rows[0]);

	/* The name, then figures. */
	columns.sort((a, b) => (b.key === name) - (a.key === name) || b.number - a.number);
	return { columns, rest };
}

/* What a row is called. */
export function rowName(row, number) {
	const key = nameKey(row);

	return key === undefined ? String(number + 1) : key === 'name' || key === 'pattern' ? row[key] : `${key} ${row[key]}`;
}
