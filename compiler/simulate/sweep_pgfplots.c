/* sweep_pgfplots.c: see sweep_pgfplots.h. */
#include "simulate/sweep_pgfplots.h"

static const char table[] = "table[x=offered,col sep=comma,ignore chars={\"},y=%s%s] {sweep.csv};\n";

/* A line of columns of sweep.csv; with `half` a column of intervals. */
static void add_plot(const char *style, const char *column, const char *half, const char *title, struct text *out)
{
	text_print(out, "\\addplot+[%s%s] ", style, half ? ",error bars/.cd,y dir=both,y explicit" : "");
	text_print(out, table, column, half ? half : "");
	text_print(out, "\\addlegendentry{%s}\n", title);
}

static void begin_axis(const struct sweep_axes *axes, const char *place, struct text *out)
{
	text_print(out, "\\begin{axis}[%s,width=0.48\\linewidth,height=0.42\\linewidth,xmin=0,xmax=%.6g,ymin=0,\n"
		   "xlabel={offered (messages per %s and slot)},grid=major,grid style={gray!25},axis lines=left,\n"
		   "legend style={at={(0.5,-0.28)},anchor=north,legend columns=-1,draw=none},mark size=1.2pt,\n", place, 1.05 * axes->offered, axes->end);
}

void sweep_pgfplots(const struct sweep_axes *axes, struct text *out)
{
	text_add(out, "% Needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.9}; reads sweep.csv. Higher latencies are of queues that\n"
		      "% grow throughout the run.\n\\begin{tikzpicture}\n");
	begin_axis(axes, "name=latency", out);
	text_print(out, "ymax=%.0f,ytick distance=%.0f,restrict y to domain*=0:%.0f,ylabel={latency from creation (clocks)}]\n", axes->ceiling, axes->step,
		   4 * axes->ceiling);
	add_plot("red!75!black,mark=square*", "latency_p99", NULL, "99th percentile", out);
	add_plot("blue!60!black,mark=*", "latency_mean", ",y error=latency_half95", "mean, with its interval", out);
	add_plot("green!45!black,mark=triangle*", "latency_p50", NULL, "median", out);
	text_add(out, "\\end{axis}\n");
	begin_axis(axes, "at={(latency.outer north east)},anchor=outer north west", out);
	text_print(out, "ylabel={accepted (per %s and slot)}]\n", axes->end);
	text_print(out, "\\addplot[gray,dashed,domain=0:%.6g] {x};\n\\addlegendentry{all that is offered}\n", axes->offered);
	add_plot("blue!60!black,mark=*", "accepted", ",y error=accepted_half95", "delivered", out);
	text_add(out, "\\end{axis}\n\\end{tikzpicture}\n");
}
