//! The threads of the readers: a private pool, one for each process.
//!
//! A pool does not survive `fork`: the child has its memory but not its threads, and would wait for
//! them for ever. So the pool is kept with the process it was built in, and a child builds its own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

static POOL: Mutex<Option<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// How many threads there are when nobody says otherwise: as many as the machine runs at once.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The pool of this process with so many threads; `None` when it cannot be built or one thread is
/// enough, in which case the caller works alone.
pub fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    if threads <= 1 {
        return None;
    }
    let process = std::process::id();
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, size, pool)) = &*kept
        && *owner == process
        && *size == threads
    {
        return Some(Arc::clone(pool));
    }
    let built = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("fracas-{index}"))
        .build();
    let pool = Arc::new(built.ok()?);
    let before = kept.replace((process, threads, Arc::clone(&pool)));
    // A pool that came over a fork has no threads to stop: dropping it would wait for them.
    if let Some((owner, _, pool)) = before
        && owner != process
    {
        std::mem::forget(pool);
    }
    Some(pool)
}
