import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './runIn.mjs'

/** The largest size of a package when it is installed, in bytes. A new package needs a row. */
const unpackedLimits = JSON.parse(readFileSync(new URL('unpackedLimits.json', import.meta.url), 'utf8'))
/** Code, types, source maps and fonts; create-portico also has its templates. */
const mayContain = [
  /^(package\.json|README\.md|LICENSE|names\.json)$/,
  /^dist\/.+\.(js|js\.map|d\.ts|woff2)$/,
  /^dist\/(.+\/)?fonts\/LICENSE$/,
  /^dist\/templates\//,
]
/** The tools, outside the lock file: they are used nowhere else, and this command needs the registry anyway. */
const tools = { '@arethetypeswrong/cli': '0.18.5', publint: '0.3.25' }
const mustContain = ['package.json', 'README.md', 'LICENSE']
const mustNotContain = [/\.test\./, /(^|\/)testing\//, /\.d\.ts\.map$/]

/**
 * Returns what is wrong with the files in the tarballs.
 *
 * @param {Record<string, { unpackedSize: number, files: readonly string[] }>} packed
 * @returns {string[]}
 */
export function findPackProblems(packed) {
  return Object.entries(packed).flatMap(([name, { unpackedSize, files }]) => {
    const limit = unpackedLimits[name]
    return [
      ...mustContain.filter((file) => !files.includes(file)).map((file) => `${name} lacks ${file}.`),
      ...files
        .filter(
          (file) =>
            !mayContain.some((pattern) => pattern.test(file)) ||
            mustNotContain.some((pattern) => pattern.test(file)),
        )
        .map((file) => `${name} contains ${file}.`),
      ...(limit === undefined ? [`${name} has no limit in unpackedLimits.json.`] : []),
      ...(unpackedSize > limit
        ? [`${name} is ${unpackedSize} bytes when it is installed, limit ${limit}.`]
        : []),
    ]
  })
}

/**
 * Checks the manifests and types of the tarballs with publint and attw, and their files with `findPackProblems`.
 *
 * @param {object} parameters
 * @param {Record<string, { file: string, unpackedSize: number, files: readonly string[] }>} parameters.packed
 * @param {string} parameters.to the folder in which the tools are installed
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<Record<string, number>>} no times: what it does is one step
 * @throws {Error} with everything that is wrong
 */
export async function checkTarballs({ packed, to, env, signal }) {
  const problems = findPackProblems(packed)
  const folder = join(to, 'tarballs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: tools }))
  const install = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]
  await runIn({ folder, command: 'npm', args: install, env, signal })
  const bin = (name) => join(folder, 'node_modules', '.bin', name)
  const waiting = Object.entries(packed)
  const work = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [name, { file, files }] = next
      // Programs such as create-portico export nothing.
      const hasTypes = files.some((path) => path.endsWith('.d.ts'))
      const checks = [
        [bin('publint'), ['run', file, '--strict']],
        ...(hasTypes ? [[bin('attw'), [file, '--profile', 'esm-only', '--format', 'ascii']]] : []),
      ]
      for (const [command, args] of checks) {
        await runIn({ folder, command, args, env, signal }).catch((error) =>
          problems.push(`${name}: ${error.message}`),
        )
      }
    }
  }
  await Promise.all([work(), work()])
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return {}
}
