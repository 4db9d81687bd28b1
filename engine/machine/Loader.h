// The work behind load(): one pass over a binary with the device at hand.
#pragma once
#include "engine/machine/Program.h"
#include <map>

namespace sg {

class Loader {
public:
  Loader(const Device &device, const OpTable &ops) : device(device), ops(ops) {}
  Result<std::unique_ptr<Program>> run(Binary binary);

private:
  const Device &device;
  const OpTable &ops;
  std::unique_ptr<Program> program;
  std::optional<Error> error;
  std::map<std::pair<uint32_t, const DeviceUnit *>, StreamCode *> streams;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> fifos, signals;
  std::vector<bool> memoryIsGlobal;

  void fail(std::string where, std::string message);

  // Instances and what is between them.
  void instance(uint32_t index);
  void memories();
  uint32_t fifo(uint32_t from, uint32_t to);
  uint32_t signal(uint32_t from, uint32_t to);
  int64_t hops(int32_t a, int32_t b) const;
  void connect(uint32_t index);

  // Streams.
  void stream(const Stream &in, const DeviceUnit &unit, StreamCode &out);
  void instruction(const Instruction &in, const DeviceUnit &unit, Code &code,
                   const std::string &where);
  void compute(const Instruction &in, const DeviceUnit &unit, Code &code,
               const std::string &where);
  void role(Opcode op, const DeviceUnit &unit, const std::string &where);
  MemorySide side(const DeviceUnit &unit, unsigned memory, bool read,
                  const std::string &where);
  void registers(StreamCode &code, const DeviceUnit &unit,
                 const std::string &name);
  uint32_t vectorCycles(const DeviceUnit &unit, CostClass cost, Format format,
                        uint32_t count) const;
};

} // namespace sg
