// What a kernel means, in pieces: fill, interpret.
#include "engine/session/MeaningJob.h"
#include "engine/session/Internal.h"
#include "engine/session/Pieces.h"
#include <chrono>
#include <limits>

namespace sg {
namespace {

class MeaningJobImpl final : public MeaningJob {
public:
  MeaningJobImpl(mlir::func::FuncOp kernel, const KernelInfo &info,
                 const OpTable &ops, const RunRequest &request,
                 std::vector<Diagnostic> &messages)
      : kernel(kernel), info(info), ops(ops), request(request),
        messages(messages), fill(std::in_place, info, this->request) {}

  bool advance(double milliseconds) override;
  double progress() const override {
    return fill        ? 0.2 * fill->progress()
           : reference ? 0.2 + 0.8 * reference->progress()
                       : 1;
  }
  Result<std::vector<BufferData>> take() override {
    if (error)
      return *error;
    return std::move(state.buffers);
  }

private:
  bool piece();
  Result<void> begin();

  mlir::func::FuncOp kernel;
  const KernelInfo &info;
  const OpTable &ops;
  RunRequest request;
  std::vector<Diagnostic> &messages;
  std::optional<InputFill> fill; ///< then:
  std::optional<ReferenceRun> reference;
  ReferenceState state;
  std::optional<Error> error;
};

Result<void> MeaningJobImpl::begin() {
  auto inputs = fill->take();
  fill.reset();
  if (!inputs)
    return inputs.error();
  ReferenceOptions options;
  options.ops = &ops;
  options.maxSteps = request.maxSteps;
  reference.emplace(kernel, info,
                    referenceState(info, std::move(*inputs),
                                   argumentValues(info, request.seed)),
                    options, messages);
  return {};
}

bool MeaningJobImpl::piece() {
  if (fill) {
    if (fill->advance())
      return true;
    if (Result<void> begun = begin(); !begun)
      error = begun.error();
    return !error;
  }
  if (!reference)
    return false;
  if (reference->advance())
    return true;
  auto done = reference->take();
  reference.reset();
  if (done)
    state = std::move(*done);
  else
    error = done.error();
  return false;
}

bool MeaningJobImpl::advance(double milliseconds) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::chrono::duration<double, std::milli> passed{};
  while (passed.count() <= milliseconds) {
    if (!piece())
      return false;
    passed = Clock::now() - start;
  }
  return true;
}

class FailedJob final : public MeaningJob {
public:
  explicit FailedJob(Error error) : error(std::move(error)) {}
  bool advance(double) override { return false; }
  double progress() const override { return 1; }
  Result<std::vector<BufferData>> take() override { return error; }

private:
  Error error;
};

} // namespace

std::unique_ptr<MeaningJob> makeMeaningJob(mlir::func::FuncOp kernel,
                                           const KernelInfo &info,
                                           const OpTable &ops,
                                           const RunRequest &request,
                                           std::vector<Diagnostic> &messages) {
  return std::make_unique<MeaningJobImpl>(kernel, info, ops, request, messages);
}
std::unique_ptr<MeaningJob> failedMeaningJob(Error error) {
  return std::make_unique<FailedJob>(std::move(error));
}

Result<std::vector<BufferContent>>
Session::interpret(const RunRequest &request) {
  std::unique_ptr<MeaningJob> job = startMeaning(request);
  while (job->advance(std::numeric_limits<double>::infinity())) {
  }
  auto buffers = job->take();
  if (!buffers)
    return buffers.error();
  std::vector<BufferContent> result;
  for (size_t i = 0; i < buffers->size(); ++i)
    result.push_back(viewOf(kernel()->buffers[i], (*buffers)[i].bytes,
                            (*buffers)[i].written));
  return result;
}

} // namespace sg
