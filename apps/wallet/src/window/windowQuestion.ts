import { languageTag } from '@portico/protocol/frame'
import * as z from 'zod/mini'
import type { TreeNode } from '../approve/Description.ts'

const fact = z.strictObject({
  label: z.string(),
  value: z.string(),
  kind: z.optional(z.enum(['address', 'in', 'out', 'claim'])),
})

const limits = z.strictObject({
  amount: z.strictObject({
    label: z.string(),
    most: z.string().check(z.regex(/^\d{1,78}$/)),
    decimals: z.int().check(z.nonnegative(), z.maximum(60)),
    symbol: z.string(),
    isFixed: z.boolean(),
  }),
  until: z.strictObject({
    label: z.string(),
    choices: z
      .array(z.strictObject({ at: z.int(), label: z.string(), time: z.string() }))
      .check(z.minLength(1)),
  }),
  period: z.optional(z.strictObject({ seconds: z.int(), startsAt: z.int(), label: z.string() })),
  price: z.optional(z.number()),
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
    name: z.enum(['connect', 'sign-in', 'signature', 'transaction', 'permission']),
    title: z.string(),
    facts: z.array(fact),
    limits: z.optional(limits),
    payments: z.optional(z.array(z.strictObject({ label: z.string(), value: z.string() }))),
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
  language: z.optional(languageTag),
})
