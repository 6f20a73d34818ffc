//! The memory belongs to the host, which says how far it may grow; the engine recurses deeply.

fn main() {
    for argument in ["--import-memory", "--initial-memory=67108864", "-zstack-size=16777216"] {
        println!("cargo:rustc-link-arg-cdylib={argument}");
    }
}
