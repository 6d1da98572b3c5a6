import { spawnSync } from 'node:child_process'

/**
 * Runs this command once more, on the Node 24 that `bootstrap` has found, if it runs on an older one, which cannot read TypeScript.
 *
 * @param {{ node: string, env: NodeJS.ProcessEnv, version?: string }} parameters what `bootstrap` returns
 * @returns {number | undefined} its exit code; undefined if this is Node 24, where nothing else is started
 *
 * @example
 * const exitCode = runOnNode24(await bootstrap())
 * if (exitCode !== undefined) return exitCode
 */
export function runOnNode24({ node, env, version = process.versions.node }) {
  if (Number(version.split('.')[0]) >= 24) return undefined
  return spawnSync(node, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1
}
