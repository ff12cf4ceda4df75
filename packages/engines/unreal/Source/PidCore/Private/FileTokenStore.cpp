#include <filesystem>
#include <fstream>
#include <iterator>

#include "Pid/Ports.h"

namespace pid {
namespace files = std::filesystem;

FileTokenStore::FileTokenStore(std::string path) : file(std::move(path)) {}

std::optional<std::string> FileTokenStore::load() {
    std::ifstream input(files::u8path(file), std::ios::binary);
    if (!input) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(input), {});
}

void FileTokenStore::save(const std::string& secret) {
    std::error_code ignored;
    const auto path = files::u8path(file);
    const auto draft = files::u8path(file + ".new");
    files::create_directories(path.parent_path(), ignored);
    files::remove(draft, ignored);
    // The file is made private before it has content, and moved when it is whole.
    std::ofstream(draft, std::ios::binary).close();
    files::permissions(draft, files::perms::owner_read | files::perms::owner_write, ignored);
    std::ofstream(draft, std::ios::binary) << secret;
    files::rename(draft, path, ignored);
}

void FileTokenStore::clear() {
    std::error_code ignored;
    files::remove(files::u8path(file), ignored);
}

}  // namespace pid
