/** The version of the packages, which is sent to the frame. */
export const sdkVersion = '0.1.0'
