export * from '@portico/elements/siwx'
