/** The address of a worker, which the build makes a file of its own. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
