import type { Access, Operation } from '../../../infra/http/openapi/Operation.ts'
import { isShown } from './isShown.ts'

const withoutProject = new Set<Access>(['public', 'walletSite', 'proof', 'wallet'])

/** Returns the path and query of the example call. */
export function writeUrl({ path, access, parameters = [] }: Operation): string {
  const shown = parameters.filter(isShown)
  const filled = shown
    .filter((one) => one.in === 'path')
    .reduce((whole, { name, example = '' }) => whole.replace(`{${name}}`, encode(example)), path)
  const queried = shown.filter((one) => one.in === 'query')
  const project = withoutProject.has(access) ? undefined : 'projectId=local'
  const query = [
    ...queried.map(({ name, example = '' }) => `${name}=${encode(example)}`),
    ...(project === undefined || queried.some(({ name }) => name === 'projectId') ? [] : [project]),
  ]
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Percent-encodes text except colons and commas, which are allowed in paths and queries and are easier to read. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}
