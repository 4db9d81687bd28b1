#include "app/window/desktop/Window.h"
#include "app/window/ExplorerImpl.h"
#include "app/window/desktop/DesktopPlatform.h"
#include "app/window/desktop/Gl.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include <GLFW/glfw3.h>
#include <filesystem>

namespace sg::app {

static std::string lastGlfwError;

viz::FontFiles systemFonts() {
  auto first = [](std::initializer_list<const char *> files) -> std::string {
    std::error_code code;
    for (const char *file : files)
      if (std::filesystem::exists(file, code))
        return file;
    return {};
  };
  viz::FontFiles fonts;
  fonts.sans = first({"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"});
  fonts.sansBold =
      first({"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
             "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"});
  fonts.mono = first(
      {"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
       "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"});
  return fonts;
}

namespace {
// The window with everything that has to be undone at the end.
class Window {
public:
  ~Window() {
    explorer.reset();
    if (drawing)
      ImGui_ImplOpenGL3_Shutdown();
    if (listening)
      ImGui_ImplGlfw_Shutdown();
    if (ImGui::GetCurrentContext())
      ImGui::DestroyContext();
    if (window)
      glfwDestroyWindow(window);
    if (ready)
      glfwTerminate();
  }

  Result<void> open(const WindowRequest &request);
  void start(const WindowRequest &request);
  Result<void> loop(const WindowRequest &request);

private:
  GLFWwindow *window = nullptr;
  bool ready = false, listening = false, drawing = false;
  std::unique_ptr<DesktopPlatform> platform;
  std::unique_ptr<Explorer> explorer;

  float pixelsPerPoint(const WindowRequest &request) const;
  void draw(const WindowRequest &request);
  static void dropped(GLFWwindow *window, int count, const char **paths);
};
} // namespace

Result<void> Window::open(const WindowRequest &request) {
  glfwSetErrorCallback([](int, const char *text) { lastGlfwError = text; });
  auto failed = [](const char *what) {
    return Error{std::string(what) +
                     (lastGlfwError.empty() ? "" : ": " + lastGlfwError),
                 ""};
  };
  ready = glfwInit();
  if (!ready)
    return failed("there is no display to open a window on");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR,
                 request.zoom > 0 ? GLFW_FALSE : GLFW_TRUE);
  float zoom = request.zoom > 0 ? request.zoom : 1;
  window = glfwCreateWindow(int(float(request.width) * zoom),
                            int(float(request.height) * zoom), "Spyreglass",
                            nullptr, nullptr);
  if (!window)
    return failed("no window with OpenGL 3.2 can be opened");
  glfwMakeContextCurrent(window);
  glfwSwapInterval(request.picture.empty() ? 1 : 0);
  glfwSetWindowUserPointer(window, this);
  glfwSetDropCallback(window, dropped);
  ImGui::CreateContext();
  listening = ImGui_ImplGlfw_InitForOpenGL(window, true);
  drawing = listening && ImGui_ImplOpenGL3_Init("#version 150");
  if (!drawing)
    return failed("OpenGL 3.2 does not work here");
  return {};
}

void Window::start(const WindowRequest &request) {
  platform = std::make_unique<DesktopPlatform>(window, request.fresh);
  explorer = std::make_unique<Explorer>(*platform, request.places);
  if (!request.theme.empty())
    explorer->impl().work.settings.dark = request.theme == "dark";
  if (!request.fileName.empty())
    explorer->openFile(request.fileName, request.fileText);
  Workspace &work = explorer->impl().work;
  if (!request.device.empty()) {
    work.document.device = request.device;
    work.document.deviceText.clear();
    work.compile();
  }
}

void Window::dropped(GLFWwindow *window, int count, const char **paths) {
  auto *self = static_cast<Window *>(glfwGetWindowUserPointer(window));
  for (int i = 0; i < count; ++i) {
    std::string path = paths[i];
    if (Result<std::string> text = readTextFile(path))
      self->explorer->openFile(path.substr(path.rfind('/') + 1),
                               std::move(*text));
    else
      self->explorer->say(text.error().str(), true);
  }
}

float Window::pixelsPerPoint(const WindowRequest &request) const {
  if (request.zoom > 0)
    return request.zoom;
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  return std::max(0.5f, x);
}

void Window::draw(const WindowRequest &request) {
  // What was destroyed is made anew by NewFrame; a texture alone would not be.
  if (explorer->prepareFonts(pixelsPerPoint(request)))
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  explorer->frame();
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glViewport(0, 0, width, height);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  platform->takePicture(*explorer);
}

Result<void> Window::loop(const WindowRequest &request) {
  // ImGui reacts to input one frame later.
  int settle = 3;
  while (!glfwWindowShouldClose(window)) {
    bool wants = explorer->wantsFrame();
    if (wants || settle > 0) {
      glfwPollEvents();
    } else {
      double before = glfwGetTime();
      double wait = std::min(explorer->idleSeconds(), 3600.0);
      glfwWaitEventsTimeout(std::max(wait, 0.001));
      settle = glfwGetTime() - before < wait ? 3 : 1;
    }
    settle = wants ? 3 : std::max(0, settle - 1);
    explorer->work(request.picture.empty() ? 10 : 1000);
    draw(request);
    if (!request.picture.empty() && !wants && settle == 0) {
      int width = 0, height = 0;
      glfwGetFramebufferSize(window, &width, &height);
      return writePicture(window, {0, 0, width, height}, request.picture);
    }
    glfwSwapBuffers(window);
  }
  explorer->storeSettings();
  return {};
}

Result<void> runWindow(const WindowRequest &request) {
  Window window;
  if (Result<void> opened = window.open(request); !opened)
    return opened;
  window.start(request);
  return window.loop(request);
}

} // namespace sg::app
