// Loaded before a server that npm starts: stops the server when npm is gone. npm forwards signals to it, but not SIGKILL. The variable
// names npm's process, so that processes that the server starts, which inherit it, are not concerned.
const parent = process.ppid
if (process.env.PORTICO_PARENT_PID === `${parent}`) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 1_000)
  timer.unref()
}
