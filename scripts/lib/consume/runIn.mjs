import { runTool } from '../runTool.mjs'

/**
 * Runs a program in a folder outside the repository, as a developer would.
 *
 * @param {{ folder: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal }} parameters
 * @returns {Promise<string>} what it printed
 * @throws {Error} with its messages if it fails
 */
export async function runIn({ folder, command, args, env, signal }) {
  const { code, output } = await runTool({ command, args, cwd: folder, env, signal })
  if (code !== 0)
    throw new Error(`${[command, ...args].join(' ')} failed (exit code ${code}):\n${output.trim()}`)
  return output
}
