/**
 * The versions of other packages that applications may have, which are wider than those that this repository installs:
 * an application with viem must not get a second one. The oldest and the newest are tried in `fixtures`.
 */
const ranges = {
  viem: '>=2.37 <3',
  // Older versions lack types that ours are inferred from.
  zod: '^4.5.0',
  '@tanstack/query-core': '^5.80.0',
  // With older ones, BIP-322 signatures of segwit and taproot addresses do not verify.
  '@scure/btc-signer': '^2.3.0',
  zustand: '^5.0.0',
}
/** What is packed of every package, and its sources, which are not. */
const ownFiles = ['dist', 'LICENSE', 'src']
/** Entries that only the tests of this repository use. */
const internalEntries = ['./testing']

/**
 * Returns the manifest of a package as it is published: without what only this repository uses, and with the ranges of
 * other packages that work.
 *
 * @param {object} parameters
 * @param {object} parameters.manifest the package's own
 * @param {object} parameters.common fields of every package that its own manifest may override: `repository`, `engines`, …
 * @returns {object}
 */
export function toPublishedManifest({ manifest, common }) {
  const { exports, dependencies, devDependencies, scripts, ...rest } = manifest
  return {
    ...common,
    ...rest,
    files: ['dist', 'LICENSE', ...(manifest.files ?? []).filter((name) => !ownFiles.includes(name))],
    exports: publishedExports(exports),
    ...(Array.isArray(rest.sideEffects) && {
      sideEffects: rest.sideEffects.filter((file) => !file.startsWith('./src/')),
    }),
    ...(dependencies && {
      dependencies: Object.fromEntries(
        Object.entries(dependencies).map(([name, version]) => [name, toRange({ name, version })]),
      ),
    }),
  }
}

function publishedExports(exports) {
  const entries = Object.entries(exports)
    .filter(([path]) => !internalEntries.includes(path))
    .map(([path, target]) => {
      if (typeof target === 'string') return [path, target]
      const { '@portico/source': _, ...published } = target
      return [path, published]
    })
    // Some entries are only sources, which another package contains.
    .filter(([, target]) => typeof target === 'string' || Object.keys(target).length > 0)
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}

/** Packages of ours need each other's exact version, because they share internals. */
function toRange({ name, version }) {
  if (name.startsWith('@portico/') || !/^\d/.test(version)) return version
  if (ranges[name]) return ranges[name]
  if (/^@(noble|scure)\//.test(name)) {
    // The first version with the paths and functions that ours use has them, too.
    return version.startsWith('1.') ? '^1.8.0 || ^2.0.0' : '^2.0.0'
  }
  return `^${version}`
}
