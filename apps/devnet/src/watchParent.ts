/**
 * Calls back once the parent process has ended, also after SIGKILL. Polls twice a second: a killed parent sends no
 * signal, and standard input is not always a pipe.
 */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
