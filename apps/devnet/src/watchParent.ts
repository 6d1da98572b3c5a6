/**
 * Calls back once the process that started this one is gone, however it went. Twice a second; a parent that is killed
 * sends no signal, and standard input says nothing when it was never a pipe.
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
    // Not allowed to signal it means that it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
