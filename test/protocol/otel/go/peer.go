// An agent, and then a client of another one, with the SDK of OpenTelemetry for Go: prints where it listens,
// reads the address of an agent, calls it, and prints a line for each of its spans.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type lines struct{}

func (lines) ExportSpans(_ context.Context, spans []sdk.ReadOnlySpan) error {
	for _, span := range spans {
		line, _ := json.Marshal(map[string]string{
			"name":    span.Name(),
			"traceId": span.SpanContext().TraceID().String(),
			"spanId":  span.SpanContext().SpanID().String(),
			"parent":  span.Parent().SpanID().String(),
		})
		fmt.Println(string(line))
	}
	return nil
}

func (lines) Shutdown(context.Context) error { return nil }

var carry = propagation.TraceContext{}

const answer = `{"jsonrpc":"2.0","id":%s,"result":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}`

func main() {
	provider := sdk.NewTracerProvider(sdk.WithSyncer(lines{}))
	tracer := provider.Tracer("peer")

	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		from := carry.Extract(request.Context(), propagation.HeaderCarrier(request.Header))
		_, span := tracer.Start(from, "served", trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		var call struct {
			ID json.RawMessage `json:"id"`
		}
		if err := json.NewDecoder(request.Body).Decode(&call); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(response, answer, call.ID)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, nil)
	fmt.Printf("http://%s\n", listener.Addr())

	url, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	with, span := tracer.Start(context.Background(), "call", trace.WithSpanKind(trace.SpanKindClient))
	body := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hello"}]}}}`
	request, err := http.NewRequest(http.MethodPost, strings.TrimSpace(url), strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("A2A-Version", "1.0")
	carry.Inject(with, propagation.HeaderCarrier(request.Header))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	io.Copy(io.Discard, response.Body)
	span.End()
}
