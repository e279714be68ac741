// A fan-out as it is usually written for Node.js: it reads all followers page by page, then writes
// chunks of 25 under one Promise.all. For each line of standard input, which contains an author and
// a post, it delivers the post and prints the time in milliseconds.
import { createInterface } from 'node:readline';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

const TABLE = 'Plaza';
const TTL_SECONDS = 30 * 24 * 60 * 60;
const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.argv[2],
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }),
);

async function followers(author) {
  const found = [];
  let start;
  do {
    const page = await documents.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `u#${author}#follower` },
        ExclusiveStartKey: start,
      }),
    );
    found.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start);
  return found;
}

async function write(requests) {
  let pending = { [TABLE]: requests };
  while (Object.keys(pending).length > 0) {
    const response = await documents.send(new BatchWriteCommand({ RequestItems: pending }));
    pending = response.UnprocessedItems ?? {};
  }
}

async function fanOut(author, post) {
  const ttl = Math.floor(Date.now() / 1000) + TTL_SECONDS;
  const requests = (await followers(author)).map((follower) => ({
    PutRequest: { Item: { pk: `${follower.sk}#timeline`, sk: `p#${post}#u#${author}`, ttl } },
  }));
  const chunks = [];
  for (let first = 0; first < requests.length; first += 25) {
    chunks.push(requests.slice(first, first + 25));
  }
  await Promise.all(chunks.map(write));
}

for await (const line of createInterface({ input: process.stdin })) {
  const start = performance.now();
  await fanOut(...line.split(' '));
  console.log(performance.now() - start);
}
