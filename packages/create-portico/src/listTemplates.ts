import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Template, templates } from './templates.ts'

/** Where the templates of this package are. */
export const templatesFolder: string = join(import.meta.dirname, '../dist/templates')

/**
 * Lists the templates that this package contains.
 *
 * @param folder where they are; default: in this package
 */
export function listTemplates(folder: string = templatesFolder): Template[] {
  return templates.filter(({ name }) => existsSync(join(folder, name, 'package.json')))
}
