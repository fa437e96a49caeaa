# Names functions of text that stand beside one of JSON with the same name, and have nothing of JSON themselves.
#
#   awk -f twins.awk FILE.c ...
#
# print_levels() or levels_text(), which takes a struct text or calls printf(), is such a twin of json_levels() or
# levels_json(), in the same file, and text() of json(), unless it calls or takes something of JSON. A function is one of
# JSON if it returns or takes a json_t, or prints one. A line FILE: FUNCTION for each twin.

function stem(name) {
	sub(/^(print|text|show|add|write|csv|json)(_|$)/, "", name)
	sub(/_(print|text|json)$/, "", name)
	return name
}

function judge(    name, of_text) {
	name = head
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	of_text = head ~ /struct text \*/ || body ~ /printf\(/
	if (head ~ /json_t \*/ && !(of_text && head ~ /^(static )?void/) || body ~ /json_(print|dump[a-z]?)\(/)
		makes[stem(name)] = 1
	else if (of_text && head body !~ /json_t|figures_|_json\(|[^a-z_]json_/)
		prints[stem(name)] = name
}

function tell_twins(    key) {
	for (key in prints)
		if (key in makes)
			print file ": " prints[key]
	split("", prints)
	split("", makes)
}

FNR == 1 { tell_twins(); file = FILENAME; part = "" }
/^[a-z].*\(/ && !/;$/ { part = "head"; head = body = "" }
/^\{/ && part == "head" { part = "body" }
/^}/ && part == "body" { judge(); part = "" }
part == "head" { head = head $0 }
part == "body" { body = body $0 }
END { tell_twins() }
