"""Runs a program for each line of the input, a shape and a reply, in one process: starting one takes longer than all of them."""
import contextlib
import io
import runpy
import sys

program = sys.argv[1]
sys.path.insert(0, ".")
for line in sys.stdin.read().rstrip("\n").split("\n"):
    shape, reply = line.split("\t", 1)
    sys.argv = [program, shape]
    sys.stdin = io.StringIO(reply)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as written:
            runpy.run_path(program, run_name="__main__")
        print("reply", written.getvalue(), sep="\t")
    except Exception as error:
        print("refused", " ".join(repr(error).split()), sep="\t")
