/** The version of the packages, which the frame is told. */
export const sdkVersion = '0.1.0'
