/**
 * Returns the package that a module belongs to.
 *
 * @example
 * packageOf('@portico/react/networks') // '@portico/react'
 */
export function packageOf(module: string): string {
  const [first = '', second = ''] = module.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}
