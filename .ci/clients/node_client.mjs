// SPDX-License-Identifier: Apache-2.0
//
// Node's own client of HTTP/2: URL CERTIFICATE BODY.
import http2 from 'node:http2';
import fs from 'node:fs';
import assert from 'node:assert';

const [url, certificate, file] = process.argv.slice(2);
const body = fs.readFileSync(file);
const client = http2.connect(url, { ca: fs.readFileSync(certificate) });
client.on('error', error => { console.error(error); process.exit(1); });

function ask(method, path, octets, trailers) {
  return new Promise((resolve, reject) => {
    const stream = client.request({ ':method': method, ':path': path }, { endStream: octets === undefined, waitForTrailers: !!trailers });
    const answer = { parts: [] };
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('response', head => { answer.status = head[':status']; });
    stream.on('trailers', fields => { answer.trailers = fields; });
    stream.on('data', part => answer.parts.push(part));
    stream.on('end', () => { answer.body = Buffer.concat(answer.parts); });
    stream.on('close', () => stream.rstCode === 0 ? resolve(answer) : reject(new Error(`reset ${stream.rstCode}`)));
    stream.on('error', reject);
    if (octets !== undefined) stream.end(octets);
  });
}

const known = Buffer.from(Array.from({ length: 1234567 }, (_, i) => (i * 31 + Math.floor(i / 1000)) & 255));
const got = await ask('GET', '/bytes/1234567');
assert.equal(got.status, 200);
assert(got.body.equals(known), 'octets of GET');
const echo = await ask('POST', '/echo', body);
assert(echo.body.equals(body), 'octets of POST');
const trailers = await ask('POST', '/trailers', body, { 'x-sum': 'seven' });
assert(trailers.body.equals(body), 'octets in front of trailers');
assert.equal(trailers.trailers['x-length'], String(body.length));
assert.equal(trailers.trailers['x-heard'], 'seven');
const all = await Promise.all(Array.from({ length: 100 }, (_, i) => ask('POST', '/echo', `body ${i} `.repeat(1000))));
all.forEach((each, i) => assert.equal(each.body.toString(), `body ${i} `.repeat(1000)));
client.close();
