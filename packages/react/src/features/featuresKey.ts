/** The storage key of the features that the operator of the gateway has configured. */
export const featuresKey = '@portico/features'
