import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { sections } from '../../../infra/http/openapi/sections.ts'
import type { GatewayModule } from '../../../infra/module/createModule.ts'

/** A section of the document with its operations. */
export type OperationGroup = { title: string; description: string; operations: readonly Operation[] }

/** Groups the operations of modules by section, in the order of `sections`. */
export function groupOperations(
  modules: readonly Pick<GatewayModule, 'section' | 'operations'>[],
): readonly OperationGroup[] {
  return Object.entries(sections).map(([title, description]) => ({
    title,
    description,
    operations: modules.flatMap(({ section, operations }) => (section === title ? operations : [])),
  }))
}
