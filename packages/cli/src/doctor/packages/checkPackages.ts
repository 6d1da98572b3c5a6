import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import semver from 'semver'
import type { Check } from '../Check.ts'
import { findPackage, type Installed, listInstalled } from './listInstalled.ts'
import { readVersion } from './readVersion.ts'

/** Packages that must exist once, and what a second copy does. */
const onlyOnce: Readonly<Record<string, string>> = {
  react: 'Hooks fail with two copies.',
  'react-dom': 'Hooks fail with two copies.',
  vue: 'Composables see only the state of their own copy.',
  viem: 'The page loads both, and their types do not fit each other.',
  wagmi: 'Hooks see only the state of their own copy.',
  '@wagmi/core': 'Hooks see only the state of their own copy.',
  '@tanstack/react-query': 'Hooks do not find the client of the other copy.',
}

const isOurs = (name: string) => name.startsWith('@portico/')
const isRelevant = (name: string) => isOurs(name) || Object.hasOwn(onlyOnce, name)

/** Checks the installed packages of an application: doubled ones, versions that do not match, and peer ranges. */
export function checkPackages({ folder }: { folder: string }): Check[] {
  if (!existsSync(join(folder, 'package.json')))
    return [
      skip('There is no package.json in this folder.', 'Run the command in the folder of the application.'),
    ]
  const installed = listInstalled({ folder, isRelevant })
  const ours = installed.filter(({ name }) => isOurs(name))
  if (ours.length === 0) {
    const isPnp = existsSync(join(folder, '.pnp.cjs'))
    return [
      isPnp
        ? skip('Yarn Plug’n’Play stores packages in archives, which are not read.', 'Run `yarn why viem`.')
        : skip('No package of Portico is installed here.', 'Run the install of your package manager first.'),
    ]
  }
  const checks = [
    ...checkCopies({ folder, installed }),
    ...checkVersions(ours),
    ...installed.filter(({ name }) => isRelevant(name)).flatMap(checkPeers),
  ]
  if (checks.length > 0) return checks
  return [
    { name: 'packages', status: 'ok', message: `${ours.length} of ours, each package once, versions match.` },
  ]
}

function checkCopies({ folder, installed }: { folder: string; installed: readonly Installed[] }): Check[] {
  const names = [...new Set(installed.map(({ name }) => name))].filter(isRelevant).sort()
  return names.flatMap((name) => {
    const copies = installed.filter((one) => one.name === name)
    if (copies.length < 2) return []
    const places = copies.map(
      (one) => `${one.version} in ${relative(folder, one.folder).split(sep).join('/')}`,
    )
    return [
      {
        name: `package ${name}`,
        status: 'problem' as const,
        message: `It is installed ${copies.length} times: ${places.join(', ')}. ${onlyOnce[name] ?? 'They do not share their state.'}`,
        remedy: `Set one version of ${name} that fits all ranges, then remove node_modules and the lock file’s entries (\`npm dedupe\`, \`pnpm dedupe\`).`,
      },
    ]
  })
}

function checkVersions(ours: readonly Installed[]): Check[] {
  const versions = [...new Set(ours.map(({ version }) => version))].sort(semver.compareLoose)
  if (versions.length < 2) return []
  const newest = versions.at(-1)
  const older = [
    ...new Set(
      ours.filter(({ version }) => version !== newest).map(({ name, version }) => `${name} ${version}`),
    ),
  ]
  return [
    {
      name: 'versions',
      status: 'problem',
      message: `The packages of Portico have different versions: ${older.join(', ')} beside ${newest}.`,
      remedy: `Set all of them to ${newest} in package.json, without a range.`,
    },
  ]
}

function checkPeers({ name, folder, peers, optionalPeers }: Installed): Check[] {
  return Object.entries(peers).flatMap(([peer, range]): Check[] => {
    const found = findPackage({ name: peer, from: folder })
    if (!found) {
      if (optionalPeers.has(peer)) return []
      const message = `${name} needs ${peer} ${range}, which is not installed.`
      return [{ name: `package ${peer}`, status: 'problem', message, remedy: `Install ${peer}.` }]
    }
    const version = readVersion(found)
    if (version === undefined || semver.satisfies(version, range, { includePrerelease: true })) return []
    return [
      {
        name: `package ${peer}`,
        status: 'problem',
        message: `${name} needs ${peer} ${range}, but ${version} is installed.`,
        remedy: `Install a version of ${peer} in this range.`,
      },
    ]
  })
}

function skip(message: string, remedy: string): Check {
  return { name: 'packages', status: 'skipped', message, remedy }
}
