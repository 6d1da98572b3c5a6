import { isAllowedLicence } from './isAllowedLicence.mjs'

// Approved by the Open Source Initiative, without a condition on what is built with them. MPL-2.0 asks only for changes
// to its own files; OFL-1.1 is a font's; BlueOak-1.0.0, Unlicense, Python-2.0, MIT-0 and 0BSD are approved too.
const anywhere = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Zlib'],
  ...['MPL-2.0', 'OFL-1.1', 'Unlicense', 'Python-2.0', 'Artistic-2.0'],
]
// Not by the OSI, for it approves programs: CC0-1.0 gives everything away, CC-BY-4.0 is what tables of browser versions
// are under. Tools may bring these; what users install may not.
// LGPL-3.0-only is, with conditions that tests cannot break.
const onlyInTools = ['CC0-1.0', 'CC-BY-4.0', 'LGPL-3.0-only']
// They name no licence in their manifest; their LICENSE.md does.
const readInSources = { 'text-encoding-utf-8@1.0.2': 'Unlicense' }

const lastOpenWalletConnect = [2, 21, 8]
const lastOpenWalletKit = [1, 2, 10]

/**
 * Finds what must not be in the lock file.
 *
 * That is: a licence that is not open, a package we decided against, a package from a named host (the lock file works
 * with any registry), and a platform build that is asked for but not listed (`npm ci` refuses such a file).
 *
 * @param {object} parameters
 * @param {{ packages: Record<string, object> }} parameters.lock package-lock.json, version 3
 * @param {(path: string) => string | undefined} parameters.installedLicence the licence that the installed package at this path
 * names, if it is installed
 * @returns {string[]} one sentence each
 */
export function findLockViolations({ lock, installedLicence }) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/')) return []
    if (entry.link) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const reasons = [
      licenceReason({
        entry,
        licence: installedLicence(path) ?? entry.license ?? readInSources[`${name}@${entry.version}`],
      }),
      decisionReason({ name, entry, licence: installedLicence(path) ?? entry.license }),
      entry.resolved && `comes from ${entry.resolved}: the lock file names no hosts (see .npmrc).`,
      ...missingBuilds({ path, entry, packages: lock.packages }),
    ]
    return reasons.filter(Boolean).map((reason) => `${name}@${entry.version} ${reason}`)
  })
}

function licenceReason({ entry, licence }) {
  if (!licence) return 'names no licence: read its sources and decide.'
  // `devOptional`: what users install may take it, and does not bring it.
  const allowed = new Set(entry.dev || entry.devOptional ? [...anywhere, ...onlyInTools] : anywhere)
  return isAllowedLicence(licence, allowed) ? undefined : `is under ${licence}, which is not on our list.`
}

function decisionReason({ name, entry, licence }) {
  if (/^@(walletconnect|reown)\//.test(name)) {
    // Newer releases forbid any network but the vendor's, some under names that look open.
    if (!['MIT', 'Apache-2.0'].includes(licence)) return 'is neither under MIT nor Apache-2.0.'
    if (!entry.dev) return 'is for tests of the relay and the client alone: make it a dev dependency.'
  }
  if (name === '@reown/walletkit' && !isNewer(entry.version, lastOpenWalletKit)) return undefined
  if (name.startsWith('@reown/')) return 'is not ours to build on: its newer versions are not open source.'
  if (name.startsWith('@walletconnect/') && isNewer(entry.version, lastOpenWalletConnect)) {
    return `is not open source: ${lastOpenWalletConnect.join('.')} is the last open version.`
  }
  if (['elliptic', 'crypto-js', 'bip322-js'].includes(name) && !entry.dev) {
    return 'is not safe enough to ship: take WebCrypto or @noble.'
  }
  return undefined
}

function isNewer(version, than) {
  const parts = version.split(/[.-]/).map(Number)
  const index = than.findIndex((part, at) => part !== parts[at])
  return index === -1 ? false : parts[index] > than[index]
}

/** Node's own lookup: the package's node_modules first, then every folder above it. */
function missingBuilds({ path, entry, packages }) {
  return Object.keys(entry.optionalDependencies ?? {}).flatMap((name) => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return []
      if (at === '') return [`may need ${name}, which the lock file lacks: npm ci would refuse it.`]
    }
  })
}
