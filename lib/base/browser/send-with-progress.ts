/** What a request of an upload needs; `fetch` does not report how much of a body is sent. */
type Upload = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  signal?: AbortSignal;
  /** @param share how much of the body is sent, from 0 to 1 */
  onProgress: (share: number) => void;
};

/** Parses the header lines of a response. */
function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split("\r\n")) {
    const [, name, value] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.append(name, value);
  }
  return headers;
}

/**
 * Sends a form as `fetch` would, and reports how much of it is sent.
 * @throws TypeError when the server cannot be reached, and what aborted `signal`
 */
export function sendWithProgress(path: string, { method, headers, body, signal, onProgress }: Upload) {
  return new Promise<Response>((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort, { once: true });
    xhr.open(method, path);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = () =>
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()) }));
    xhr.onerror = () => reject(new TypeError("The request failed."));
    xhr.onabort = () => reject(signal?.reason as Error);
    xhr.onloadend = () => signal?.removeEventListener("abort", abort);
    xhr.send(body);
  });
}
