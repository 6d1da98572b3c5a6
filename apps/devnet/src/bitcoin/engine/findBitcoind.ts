import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the real node to use: `BITCOIND`, or a `bitcoind` on the PATH. `BITCOIND=none` disables it.
 */
export function findBitcoind(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const { BITCOIND, PATH = '' } = env
  if (BITCOIND === 'none') return undefined
  if (BITCOIND) return BITCOIND
  return PATH.split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'bitcoind'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
