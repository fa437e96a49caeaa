"""Runs ftc, and gives its results as dictionaries and lists, for notebooks and scripts.

    import ftc
    result = ftc.run("simulate", "tree16.yaml", {"leaves": 32}, load=0.4)
    result["latency"]["p99"]

The keys are those of `ftc ... --json`, which docs/reference/figures.md explains. Standard library only.
"""
import json
import os
import subprocess

#: The program, as a list of words before the command's. FTC in the environment names another one.
program = [os.environ.get("FTC", "ftc")]


class Error(Exception):
    """ftc has refused its input or has failed.

    message   what it printed on standard error
    status    its exit status: 2 for wrong input, 1 for work that failed
    output    what it printed before, such as the JSON of a simulation that did not pass
    """

    def __init__(self, message, status, output):
        super().__init__(message)
        self.message, self.status, self.output = message, status, output


def _value(value):
    """A key's value as YAML."""
    return value if isinstance(value, str) else json.dumps(value)


def words(command, files=(), parameters=None, **options):
    """The command line as a list of words: see run()."""
    line = [*program, command, *([files] if isinstance(files, (str, os.PathLike)) else files)]
    for key, value in (parameters or {}).items():
        line += ["--set", f"{key}={_value(value)}"]
    for name, value in options.items():
        if value is not None and value is not False:
            line.append("--" + name.rstrip("_").replace("_", "-"))
            if value is not True:
                line.append(str(value))
    return [os.fspath(word) for word in line]


def run(command, files=(), parameters=None, **options):
    """Runs a command and returns its result.

    command      "report", "simulate", "compare", ...
    files        a parameter file, or a list of files
    parameters   {key: value} that replace those of the file, as --set does
    options      options without their dashes and with _ for -; True for one without a value. A name that Python keeps for itself
                 has a _ at its end. None and False leave an option out.

    Raises Error unless ftc ends with status 0.
    """
    done = subprocess.run(words(command, files, parameters, json=True, **options), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise Error(done.stderr.strip(), done.returncode, done.stdout)
    return json.loads(done.stdout)


def flat(result, before=""):
    """A result as one record: {"latency.p99": 31, ...}. Lists, and how it was made, are left out, as in the table of a sweep."""
    record = {}
    for key, value in result.items():
        if isinstance(value, dict):
            if before or key != "made":
                record.update(flat(value, before + key + "."))
        elif not isinstance(value, list):
            record[before + key] = value
    return record


def sweep(description, directory, **options):
    """Runs a sweep and returns a record for each point: its settings and its results. Points that have failed have a "message".

    description   what a sweep file says, as a dictionary: {"run": "simulate", "file": "tree16.yaml", "options": {"load": [0.1, 0.4]}},
                  or the name of such a file. Files in a dictionary are relative to the current folder.
    directory     for the results. What is there already is not run again.
    options       of ftc sweep, as in run()
    """
    if isinstance(description, dict):
        path = os.fspath(directory).rstrip("/") + ".yaml"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(_relative(description, os.path.dirname(path)), file, indent=1)
            file.write("\n")
        description = path
    try:
        run("sweep", description, output=directory, **options)
    except Error as failed:
        if failed.status != 1 or not failed.output:
            raise
    with open(os.path.join(directory, "results.json"), encoding="utf-8") as file:
        points = json.load(file)["points"]
    return [{**{key: value for key, value in point.items() if key != "values"}, **point["values"]} for point in points]


def _relative(description, folder):
    """With its files relative to the folder of the sweep file."""
    files = description.get("file", [])
    files = [os.path.relpath(name, folder or ".") for name in ([files] if isinstance(files, str) else files)]
    return {**description, "file": files}
