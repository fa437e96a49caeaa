/* xml.h: is this text well-formed XML? Elements, attributes, text and the five named entities; no more is ever
 * written. */
#ifndef FTC_TESTS_COMMON_XML_H
#define FTC_TESTS_COMMON_XML_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { XML_DEPTH = 16, XML_NAME = 32 };

/* What has been read so far: the elements that are open. */
struct xml {
	const char *at;
	char open[XML_DEPTH][XML_NAME];
	int depth;
};

/* Does one of the named entities stand here? */
static inline bool xml_entity(const char *s)
{
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(s, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* The length of the name that stands here; 0: there is none. */
static inline size_t xml_name(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '-' || s[n] == ':')
		n++;
	return n;
}

/* Name="value" pairs up to "/>" or ">". */
static inline bool xml_attributes(struct xml *x, bool *empty)
{
	for (;;) {
		x->at += strspn(x->at, " \n");
		*empty = *x->at == '/';
		if (*x->at == '/')
			x->at++;
		if (*x->at == '>')
			return x->at++, true;
		size_t n = xml_name(x->at);
		if (*empty || n == 0 || strncmp(x->at + n, "=\"", 2) != 0)
			return false;
		x->at += n + 2;
		for (; *x->at != '"'; x->at++)
			if (*x->at == '\0' || *x->at == '<' || (*x->at == '&' && !xml_entity(x->at)))
				return false;
		x->at++;
	}
}

/* Reads a tag, and opens or closes its element. */
static inline bool xml_tag(struct xml *x)
{
	bool closing = x->at[1] == '/', empty = false;
	size_t n;

	x->at += 1 + closing;
	n = xml_name(x->at);
	if (n == 0 || n >= XML_NAME)
		return false;
	if (closing) {
		x->depth--;
		if (x->depth < 0 || strlen(x->open[x->depth]) != n || strncmp(x->open[x->depth], x->at, n) != 0 ||
		    x->at[n] != '>')
			return false;
		x->at += n + 1;
		return true;
	}
	if (x->depth == XML_DEPTH)
		return false;
	memcpy(x->open[x->depth], x->at, n);
	x->open[x->depth][n] = '\0';
	x->at += n;
	if (!xml_attributes(x, &empty))
		return false;
	x->depth += !empty;
	return true;
}

/* Is `text` one element, with all that is in it? */
static inline bool xml_well_formed(const char *text)
{
	struct xml x = {.at = text};
	bool any = false;

	while (*x.at != '\0') {
		if (*x.at == '<') {
			if ((any && x.depth == 0) || !xml_tag(&x))
				return false;
			any = true;
		} else if (*x.at == '&' && !xml_entity(x.at)) {
			return false;
		} else if (x.depth == 0 && !isspace((unsigned char)*x.at)) {
			return false;
		} else {
			x.at++;
		}
	}
	return any && x.depth == 0;
}

#endif
