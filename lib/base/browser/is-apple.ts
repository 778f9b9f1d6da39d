/** Returns whether shortcuts use the Command key, as on Apple's devices. Only for the browser. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
