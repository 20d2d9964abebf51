/** The address of a worker, which the build makes a file of its own. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}

/** The address of a file, which the build hashes. */
declare module '*?url' {
  const address: string;
  export default address;
}
