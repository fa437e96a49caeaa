/* site.mjs BROWSER ADDRESS PICTURE: the site's search, in a browser, finds a page, which opens. */
import { is, openPage, testAll } from '../common/chromium.mjs';

const [browser, address, picture] = process.argv.slice(2), search = 'document.getElementById("mkdocs-search-query")';

testAll(browser, ['index.html'], async name => {
	const page = await openPage(`${address}/${name}`, 'document.readyState === "complete"');

	await page.picture(picture);
	is('nothing is asked for elsewhere', page.asked.filter(url => !url.startsWith(address) && !url.startsWith('data:')), []);
	/* The index comes by and by, and the box hears nothing before. */
	while (!await page.show('document.querySelector("#mkdocs-search-results a")?.href ?? ""')) {
		await page.show(`${search}.value = "columnsort"; ${search}.dispatchEvent(new KeyboardEvent("keyup"))`);
		await new Promise(done => setTimeout(done, 50));
	}
	const found = await page.show('[...document.querySelectorAll("#mkdocs-search-results a")].map(a => a.pathname)');

	is('the search finds the flexible sorter', found.includes('/docs/explanation/flexible-sorter.html'), true);
	is('the console has what the search says', page.complaints, ['All search scripts loaded, building Lunr index...', 'Lunr index built, search ready']);
	page.close();
});
