import * as z from 'zod/mini'
import type { TreeNode } from '../approve/Description.ts'

const fact = z.strictObject({
  label: z.string(),
  value: z.string(),
  kind: z.optional(z.enum(['address', 'in', 'out', 'claim'])),
})

const treeNode: z.ZodMiniType<TreeNode> = z.strictObject({
  label: z.string(),
  type: z.optional(z.string()),
  value: z.optional(z.string()),
  children: z.optional(z.array(z.lazy(() => treeNode))),
})

/** Schema of a question that was received as JSON; anything else is not drawn. */
export const windowQuestion = z.strictObject({
  description: z.strictObject({
    name: z.enum(['connect', 'sign-in', 'signature', 'transaction']),
    title: z.string(),
    facts: z.array(fact),
    text: z.optional(z.string()),
    fullText: z.optional(z.string()),
    tree: z.optional(z.array(treeNode)),
    details: z.array(fact),
    raw: z.string(),
    warnings: z.array(z.strictObject({ level: z.enum(['note', 'danger']), text: z.string() })),
    failure: z.optional(z.string()),
    risk: z.enum(['low', 'medium', 'high']),
    isTest: z.optional(z.boolean()),
    stake: z.optional(z.enum(['none', 'safe'])),
  }),
  origin: z.string(),
  claimedName: z.optional(z.string()),
  notice: z.optional(z.string()),
  canBlock: z.boolean(),
  theme: z.optional(z.enum(['light', 'dark'])),
})
