# lit runs every .mlir and .test file below tests/ with its RUN lines.
import os
import lit.formats

config.name = "spyreglass"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.spyreglass_bin, config.llvm_bin, os.environ.get("PATH", "")])
config.substitutions.append(("%samples", os.path.join(config.spyreglass_source, "samples")))
config.substitutions.append(("%archs", os.path.join(config.spyreglass_source, "archs")))
