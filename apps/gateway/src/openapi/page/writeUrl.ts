import type { Access, Operation } from '../Operation.ts'
import { isShown } from './isShown.ts'

const withoutProject = new Set<Access>(['public', 'walletSite', 'proof', 'wallet'])

/** Path and query of the example call. */
export function writeUrl({ path, access, parameters = [] }: Operation): string {
  const shown = parameters.filter(isShown)
  const filled = shown
    .filter((one) => one.in === 'path')
    .reduce((whole, { name, example = '' }) => whole.replace(`{${name}}`, encode(example)), path)
  const asked = shown.filter((one) => one.in === 'query')
  const project = withoutProject.has(access) ? undefined : 'projectId=local'
  const query = [
    ...asked.map(({ name, example = '' }) => `${name}=${encode(example)}`),
    ...(project === undefined || asked.some(({ name }) => name === 'projectId') ? [] : [project]),
  ]
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** As far as it has to be: colons and commas may stand in paths and queries, and are easier to read. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}
