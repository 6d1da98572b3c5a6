export type TypedDataRequest = {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** Builds typed data from a type as the standards write it: `Permit(address owner,…)Other(…)`. */
export function buildTypedData(
  type: string,
  domain: Record<string, unknown>,
  message: Record<string, unknown>,
): TypedDataRequest {
  const structs = [...type.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', fields = '']) => ({
    name,
    fields: fields.split(',').map((field) => {
      const [fieldType = '', fieldName = ''] = field.split(' ')
      return { name: fieldName, type: fieldType }
    }),
  }))
  return {
    types: Object.fromEntries(structs.map(({ name, fields }) => [name, fields])),
    primaryType: structs[0]?.name ?? '',
    domain: { chainId: 1, ...domain },
    message,
  }
}
