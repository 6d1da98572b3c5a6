/**
 * Runs the body of a command and sets the exit code.
 *
 * An error is printed as one sentence without its stack, because users of `npm start` did not write this code.
 * `DEBUG=1` prints the stack.
 *
 * @param {() => Promise<number | void> | number | void} body returns the exit code; 0 if it returns nothing
 *
 * @example
 * await runCommand(async () => {
 *   if (!(await isFree(4400))) throw new Error('Port 4400 is taken.')
 * })
 */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(process.env.DEBUG === '1' ? error : `\n${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
