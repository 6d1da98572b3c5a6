import { isAllowedLicence } from './isAllowedLicence.mjs'

// Licences approved by the Open Source Initiative that set no condition on software that uses the package. MPL-2.0
// applies to changes of its own files only; OFL-1.1 is for fonts.
const allowedEverywhere = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Zlib'],
  ...['MPL-2.0', 'OFL-1.1', 'Unlicense', 'Python-2.0', 'Artistic-2.0'],
]
// Licences allowed in development dependencies only. The OSI does not approve CC0-1.0 and CC-BY-4.0 (data such as
// tables of browser versions); LGPL-3.0-only sets conditions on distribution, and development dependencies are not
// distributed.
const allowedInTools = ['CC0-1.0', 'CC-BY-4.0', 'LGPL-3.0-only']
// Packages without a licence in their manifest, and the licence of their LICENSE.md.
const licencesFromSources = { 'text-encoding-utf-8@1.0.2': 'Unlicense' }

const lastOpenWalletConnect = [2, 21, 8]
const lastOpenWalletKit = [1, 2, 10]

/**
 * Returns the entries of the lock file that break our rules.
 *
 * These are refused: a licence that is not open, a package we decided against, a package with a host name (the lock
 * file must work with any registry), and a missing optional platform build (`npm ci` refuses such a lock file).
 *
 * @param {object} parameters
 * @param {{ packages: Record<string, object> }} parameters.lock package-lock.json, version 3
 * @param {(path: string) => string | undefined} parameters.installedLicence the licence in the manifest of the
 * package installed at this path, if it is installed
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
        licence: installedLicence(path) ?? entry.license ?? licencesFromSources[`${name}@${entry.version}`],
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
  // `devOptional`: an optional dependency of something users install, which does not install it by itself.
  const allowed = new Set(
    entry.dev || entry.devOptional ? [...allowedEverywhere, ...allowedInTools] : allowedEverywhere,
  )
  return isAllowedLicence(licence, allowed)
    ? undefined
    : `is licensed under ${licence}, which is not on our list.`
}

function decisionReason({ name, entry, licence }) {
  if (/^@(walletconnect|reown)\//.test(name)) {
    // The licence of newer releases allows only the vendor's network.
    if (!['MIT', 'Apache-2.0'].includes(licence)) return 'is licensed under neither MIT nor Apache-2.0.'
    if (!entry.dev) return 'is for tests of the relay and the client only: make it a dev dependency.'
  }
  if (name === '@reown/walletkit' && !isNewer(entry.version, lastOpenWalletKit)) return undefined
  if (name.startsWith('@reown/')) return 'must not be used: its newer versions are not open source.'
  if (name.startsWith('@walletconnect/') && isNewer(entry.version, lastOpenWalletConnect)) {
    return `is not open source: ${lastOpenWalletConnect.join('.')} is the last open version.`
  }
  if (['elliptic', 'crypto-js', 'bip322-js'].includes(name) && !entry.dev) {
    return 'is not safe enough to ship: use WebCrypto or @noble.'
  }
  return undefined
}

function isNewer(version, than) {
  const parts = version.split(/[.-]/).map(Number)
  const index = than.findIndex((part, at) => part !== parts[at])
  return index === -1 ? false : parts[index] > than[index]
}

/** Resolves optional dependencies as Node does: in the package's node_modules, then in every folder above. */
function missingBuilds({ path, entry, packages }) {
  return Object.keys(entry.optionalDependencies ?? {}).flatMap((name) => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return []
      if (at === '')
        return [`has the optional dependency ${name}, which is not in the lock file: npm ci would refuse it.`]
    }
  })
}
